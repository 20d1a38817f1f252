// Connects the passkey button of a page to allauth's script, and shows a message if the phone
// refuses. The button is disabled until it is connected, because a tap before that would do
// nothing.
(() => {
  const button = document.querySelector("[data-passkey]");
  if (!button) return;
  const { passkey, options, ids } = button.dataset;
  window.allauth.webauthn.forms[passkey]({ ids: JSON.parse(ids), data: options && JSON.parse(options) });
  button.disabled = false;
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    document.querySelector("[data-passkey-refused]").hidden = false;
  });
})();
