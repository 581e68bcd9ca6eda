// Visitors can write names of campaigns. Control characters move a terminal's cursor, and invisible
// characters hide text.
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const emojiVariant = String.raw`(?<=\p{Emoji})\ufe0f`;
const hidden = new RegExp(String.raw`(?!${emojiJoiner}|${emojiVariant})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`, 'gu');

const codeOf = (character: string) => (character.codePointAt(0) as number).toString(16);

export const visible = (text: string): string => text.toWellFormed().replace(hidden, (character) => `\\u{${codeOf(character)}}`);

export const oneLine = (value: unknown): string => visible(String(value ?? '').replace(/\p{Cc}/gu, ' '));

export const lines = (text: string): string => text.split('\n').map(visible).join('\n');

export const visibleJson = (value: unknown): string => visibleIn(JSON.stringify(value));

/** Text of JSON keeps its digits, and its line breaks become spaces. */
export const visibleIn = (json: string): string =>
  json.replace(/[\r\n\t]+/g, ' ').replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Another program receives the file byte for byte; a terminal receives it escaped. */
export const writeOut = (file: string): void =>
  void process.stdout.write(process.stdout.isTTY ? lines(file.replaceAll('\r\n', '\n')) : file);
