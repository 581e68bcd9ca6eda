import { commentPhrases, type Phrase } from './phrases.ts';
import { commentsOf, doubledDocComments, type Text } from './texts.ts';

/** A sentence of a comment may have up to this many words. Aim for 25. */
const maxWords = 30;

export function commentFindings(file: string, content: string): string[] {
  return [
    ...doubledDocComments(file, content).map(
      (line) => `${file}:${line} two doc comments in a row: write one, or move the first to its declaration`,
    ),
    ...commentsOf(file, content).flatMap((comment) => findingsOf(file, comment)),
  ];
}

function findingsOf(file: string, { text, line }: Text): string[] {
  const prose = proseOf(text);
  return [
    ...commentPhrases.flatMap(({ pattern, advice }: Phrase) => {
      const [words] = pattern.exec(prose) ?? [];
      return words ? [`${file}:${line} "${words.trim()}": ${advice}`] : [];
    }),
    ...prose
      .split(/(?<=[.!?:;])\s+/)
      .map((sentence) => sentence.split(' ').filter((word) => /\w/.test(word)))
      .filter(({ length }) => length > maxWords)
      .map((words) => `${file}:${line} "${words.slice(0, 6).join(' ')} …": ${words.length} words, at most ${maxWords}`),
  ];
}

export function proseOf(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((row) => row.replace(/^\s*(?:\/\/+|\*)/, '').trim())
    .filter((row) => !/^(?:@|#|biome-ignore|[-|])/.test(row))
    .join(' ')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
