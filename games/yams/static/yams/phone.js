// Draws the pad and the sheets of the Yams on a phone without network, as `templatetags/yams.py`
// does on the server.
(() => {
  const figure = (value) => Templates.filters.figure(value);
  const term = (code) => Play.terms[code] ?? code;
  const cells = () => Play.inputs.cell.choices.map(([cell]) => cell.split("-"));
  const columns = () => [...new Set(cells().map(([column]) => column))];
  const rowsOf = () => [...new Set(cells().map(([, row]) => row))];
  const label = (column, row) => `${term(column)}, ${term(row)}`;
  const textOf = (line) => line.parts.map((part) => part.text).join(" ");
  const { fill } = Play;

  function heldBy(table) {
    const lots = {};
    table.lines.slice(-columns().length).forEach(({ entry: { draw } }) => {
      if (draw && draw.winner !== null && draw.winner !== undefined) lots[draw.column] = [draw.winner];
    });
    return Object.fromEntries(columns().map((column) => {
      const totals = table.state.sheets.map((sheet) => sheet.columns[column].total);
      const best = Math.max(...totals);
      const led = totals.flatMap((total, seat) => (total === best ? [seat] : []));
      return [column, lots[column] ?? (best || table.result ? led : [])];
    }));
  }

  const pointsOf = (table, seat) =>
    Object.values(table.state.sheets[seat].columns).reduce((sum, column) => sum + column.total, 0);

  const shownOf = (table) => table.lines[table.corrects - 1]?.entry.seat ?? (table.result ? table.result.ranking[0].side : table.next?.seat ?? 0);

  function keysOf(table, seat, pad) {
    if (pad?.in_place) return correctionKeys(table, seat, pad);
    if (!pad || pad.number || table.next?.seat !== seat) return {};
    return Object.fromEntries(table.next.legal_cells.map(([column, row]) => {
      const key = `${column}-${row}`;
      const [worth, strikes] = pad.offers[key] ?? [null, false];
      return [key, {
        text: worth === null ? "" : String(worth), key, label: label(column, row),
        struck: strikes || worth === 0, chosen: pad.cell.value === key,
      }];
    }));
  }

  // The cells to which a corrected turn may be moved: its own cell, and those that were legal at
  // that turn and have not been written since.
  function correctionKeys(table, seat, pad) {
    const { entry } = table.lines[pad.number - 1];
    if (entry.seat !== seat || !entry.column) return {};
    const since = table.lines.slice(pad.number).map((line) => line.entry)
      .filter((other) => other.seat === seat).map((other) => `${other.column}-${other.row}`);
    const own = `${entry.column}-${entry.row}`;
    const free = pad.legal.map(([column, row]) => `${column}-${row}`).filter((key) => !since.includes(key));
    const cell = table.state.sheets[seat].cells[entry.column][entry.row];
    return Object.fromEntries([...new Set([own, ...free])].map((key) => [key, {
      text: key === own ? String(cell.value || "") : "", key, label: label(...key.split("-")),
      struck: key === own && cell.struck, chosen: pad.cell.value === key,
    }]));
  }

  function sheetRows(table, seat, places, keys) {
    const sheet = table.state.sheets[seat];
    const sums = (kind) => ({ label: "", kind, cells: columns().map((column) => String(sheet.columns[column][kind] || "")) });
    return rowsOf().flatMap((row) => {
      const made = columns().map((column) => {
        const cell = sheet.cells[column][row];
        if (!cell || keys[`${column}-${row}`]) return keys[`${column}-${row}`] ?? {};
        const line = places[`${seat} ${column} ${row}`];
        const fresh = line.number === table.lines.length;
        return { text: String(cell.value || ""), url: line.url, label: fresh ? textOf(table.lines.at(-1)) : "", struck: cell.struck, fresh };
      });
      const written = { label: term(row), cells: made, kind: "" };
      return row === "6" ? [written, sums("upper"), sums("bonus")] : [written];
    });
  }

  function totals(table, side, held) {
    const own = table.state.sheets[side.number].columns;
    return { label: side.seats[0].short, kind: "total", cells: columns().map((column) => [String(own[column].total), held[column].includes(side.number)]) };
  }

  const urlOf = (table, number) => `/parties/${table.match.id}/lignes/${number}/`;

  Object.assign(Templates.tags, {
    yams_heads: (table) =>
      columns().map((column) => ({ column, name: Play.more.heads[column], worth: figure(Number(table.rules.column_values[column])) })),
    yams_standing(table) {
      const held = heldBy(table);
      const ledBy = table.sides.map((side) => columns().filter((column) => held[column].includes(side.number)));
      const worths = ledBy.map((led) => led.reduce((sum, column) => sum + Number(table.rules.column_values[column]), 0));
      const best = Math.max(...worths);
      return table.sides.map((side, place) => ({
        side, name: side.seats[0].short, current: table.next?.seat === side.number, shown: shownOf(table) === side.number,
        led: ledBy[place].map((column) => Play.more.heads[column]),
        worth: figure(worths[place]),
        leads: worths[place] === best && worths.filter((worth) => worth === best).length === 1,
        points: figure(pointsOf(table, side.number)),
      }));
    },
    yams_sheets(table, pad) {
      const places = {};
      table.lines.forEach(({ number, entry }) => {
        if (entry.column) places[`${entry.seat} ${entry.column} ${entry.row}`] = { number, url: urlOf(table, number) };
      });
      const held = heldBy(table);
      return table.sides.map((side) => ({
        side,
        rows: sheetRows(table, side.number, places, keysOf(table, side.number, pad)),
        foot: totals(table, side, held),
        others: table.sides.filter((other) => other !== side).map((other) => totals(table, other, held)),
        total: figure(pointsOf(table, side.number)),
        current: side.number === shownOf(table),
      }));
    },
    yams_correction: () => [], // here the cells of the sheet itself are the keys
    yams_lots(table) {
      const drawn = table.lines.slice(-2 * columns().length).filter((line) => line.entry.draw);
      const lots = drawn.map((line) => ({ text: line.parts[0].text, url: urlOf(table, line.number), fresh: line.number === table.lines.length }));
      const waiting = (table.next?.pending_draws ?? []).map((column) => ({ text: fill(Play.more.waits, { column: term(column) }), open: true }));
      return [...lots, ...waiting];
    },
    yams_outcome(table) {
      const held = heldBy(table);
      const { rules } = table;
      return table.result.ranking.map(({ side: seat }) => {
        const worth = (column) => {
          const sharing = held[column].length === 1 ? "" : `/${held[column].length}`;
          return `${Play.more.heads[column]} (${figure(Number(rules.column_values[column]))}${sharing})`.replaceAll(" ", "\u00a0");
        };
        const own = columns().filter((column) => held[column].includes(seat)).map(worth);
        const won = columns().filter((column) => String(held[column]) === String(seat)).length;
        const bonus = { 5: rules.five_columns_bonus, 4: rules.four_columns_bonus }[won];
        if (Number(bonus)) own.push(fill(Play.more.bonus, { bonus: figure(Number(bonus)) }));
        return { name: table.sides[seat].name, columns: own, gross: figure(table.state.sheets[seat].gross), url: urlOf(table, table.lines.length) };
      });
    },
    yams_offers: (pad) =>
      (!pad || pad.number ? "" : Object.entries(pad.offers).map(([cell, [worth, strikes]]) => `${cell}:${worth}${strikes ? "!" : ""}`).join(" ")),
  });
  Templates.filters.yams_column = term;

  Play.game("yams", {
    pad(pad, { table }) {
      pad.dice = [1, 2, 3, 4, 5].map((place) => pad[`die_${place}`]);
      pad.keys = Play.more.keys;
      pad.tied = (pad.among.length ? pad.among : table.seats.map((seat) => seat.number)).map((seat) => table.seats[seat]);
    },
    leaves: (taps) => ("winner" in taps && !taps.winner ? { winner: [Play.more.draw_here] } : null),
  });
})();
