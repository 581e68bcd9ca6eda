// Visitors can write names of campaigns, because they come from links. Control characters move a terminal's
// cursor; invisible characters and marks of direction hide text. Emoji contain some of these marks, which
// remain.
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const emojiVariant = String.raw`(?<=\p{Emoji})\ufe0f`;
const hidden = new RegExp(
  String.raw`(?!${emojiJoiner}|${emojiVariant})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

const codeOf = (character: string) => (character.codePointAt(0) as number).toString(16);

/** Escapes characters that hide or move text, as `\u{202e}`. */
export const visible = (text: string): string =>
  text.toWellFormed().replace(hidden, (character) => `\\u{${codeOf(character)}}`);

/** Works like `visible` and joins lines, for a value in a table or a sentence. */
export const oneLine = (value: unknown): string => visible(String(value ?? '').replace(/\p{Cc}/gu, ' '));

/** Makes a text of several lines safe for a terminal. */
export const lines = (text: string): string => text.split('\n').map(visible).join('\n');

/** Returns JSON of the same meaning without invisible characters. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Writes a file to stdout: byte for byte to another program, escaped on a terminal. */
export const writeOut = (file: string): void =>
  void process.stdout.write(process.stdout.isTTY ? lines(file.replaceAll('\r\n', '\n')) : file);
