import { maxSentenceWords, phrases } from './phrases.ts';
import { type Text, textsOf } from './texts.ts';

export function findings(file: string, content: string): string[] {
  return textsOf(file, content).flatMap((text) => [
    ...bannedPhrases(text).map((phrase) => `${file}:${phrase.line} "${phrase.words}": write ${phrase.advice}`),
    ...longSentences(text).map(
      ({ count, start }) => `${file}:${text.line} "${start} …": ${count} words, split it (at most ${maxSentenceWords}, aim for 25)`,
    ),
  ]);
}

function bannedPhrases({ text, kind, line }: Text) {
  return phrases
    .filter(({ kinds }) => !kinds || kinds.includes(kind))
    .flatMap(({ pattern, advice }) =>
      [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: words, index }) => ({
        advice,
        words: words.trim(),
        line: line + text.slice(0, index).split('\n').length - 1,
      })),
    );
}

function longSentences({ text, isDescription }: Text) {
  if (!isDescription) return [];
  const prose = text.replaceAll(/`[^`]*`/g, 'code').replaceAll(/^\|.*$/gm, '');
  return prose
    .split(/(?<=[.!?:;])\s+|\n\n+|\n(?=\d\. )/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)))
    .filter(({ length }) => length > maxSentenceWords)
    .map((words) => ({ count: words.length, start: words.slice(0, 6).join(' ') }));
}
