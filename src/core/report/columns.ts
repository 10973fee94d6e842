/** Plain-text columns: widths as a terminal shows them, digits flush right. */

/** Columns a text takes: wide East Asian characters and emoji take two, combining marks none (after Unicode TR 11). */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

function isWide(point: number): boolean {
  return wideRanges.some(([first, last]) => point >= first && point <= last);
}

export function pad(text: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return align === "right" ? space + text : text + space;
}

/** Breaks at spaces so that no line is wider than `width`, unless one word is. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
