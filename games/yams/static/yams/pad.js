// The pad of the Yams: marks the cells with the scores that the server sends for the dice, and asks
// for them only once the five dice are tapped. The sheet keeps its scroll position.
(() => {
  const dice = () => document.querySelectorAll("#pad-form [data-dice] input:checked").length;
  const answered = (name) => Boolean(document.querySelector(`#match [name="${name}"]:checked`));

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id !== "preview") return;
    const thrown = dice();
    const whole = thrown === 5 || (thrown === 0 && answered("cell") && answered("value")) || answered("winner");
    if (!whole) event.preventDefault();
  });

  function light(text) {
    if (document.querySelector("#pad-form[data-corrects]")) return; // its keys have the sheet's figures
    const offers = new Map((text || "").split(" ").map((pair) => pair.split(":")));
    document.querySelectorAll(".ykey").forEach((key) => {
      const offer = offers.get(key.querySelector("input").value);
      const figure = key.querySelector("span");
      figure.textContent = offer ? offer.replace("!", "") : "";
      figure.classList.toggle("is-crossed", offer === "0" || Boolean(offer?.endsWith("!")));
      key.classList.toggle("is-lit", Boolean(offer));
    });
  }

  document.addEventListener("change", (event) => {
    if (event.target.closest("[data-dice]") && dice() < 5) light("");
  });

  let scrolled = 0;
  document.addEventListener("htmx:beforeSwap", () => {
    scrolled = document.querySelector(".sheet__scroll")?.scrollTop ?? 0;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "preview") {
      light(document.querySelector("[data-offers]")?.dataset.offers);
      return;
    }
    const sheet = document.querySelector(".sheet__scroll");
    // A new sheet is already scrolled to its top. Setting that position would make the browser
    // lay it out once more.
    if (sheet && scrolled) sheet.scrollTop = scrolled;
  });
})();
