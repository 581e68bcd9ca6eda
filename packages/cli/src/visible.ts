// Names of campaigns come from links, so visitors write them. Control characters move a terminal's cursor; marks that are
// not seen, or turn the direction, hide what a text says. Emoji are made of some of these marks, and stay.
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const emojiVariant = String.raw`(?<=\p{Emoji})\ufe0f`;
const hidden = new RegExp(
  String.raw`(?!${emojiJoiner}|${emojiVariant})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

const codeOf = (character: string) => (character.codePointAt(0) as number).toString(16);

/** A text in which everything can be seen: what hides or moves is written out, as `\u{202e}`. */
export const visible = (text: string): string =>
  text.toWellFormed().replace(hidden, (character) => `\\u{${codeOf(character)}}`);

/** As `visible`, in one line: a value that a table or a sentence holds. */
export const oneLine = (value: unknown): string => visible(String(value ?? '').replace(/\p{Cc}/gu, ' '));

/** A text of several lines for a terminal. */
export const lines = (text: string): string => text.split('\n').map(visible).join('\n');

/** JSON with the same meaning, in which everything can be seen. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** A file on stdout: byte for byte to another program, visible on a terminal. */
export const writeOut = (file: string): void =>
  void process.stdout.write(process.stdout.isTTY ? lines(file.replaceAll('\r\n', '\n')) : file);
