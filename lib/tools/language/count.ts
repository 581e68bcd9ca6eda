import { proseOf } from './comments.ts';
import { commentsOf } from './texts.ts';

type Count = { comments: number; words: number };

export function countComments(files: readonly { file: string; content: string }[]): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const { file, content } of files) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
    const count = counts.get(folder) ?? { comments: 0, words: 0 };
    for (const { text } of commentsOf(file, content)) {
      count.comments += 1;
      count.words += proseOf(text)
        .split(' ')
        .filter((word) => /\w/.test(word)).length;
    }
    counts.set(folder, count);
  }
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

export function printCounts(counts: Map<string, Count>): string {
  const total = { comments: 0, words: 0 };
  for (const { comments, words } of counts.values()) {
    total.comments += comments;
    total.words += words;
  }
  return [...counts, ['total', total] as const]
    .map(([folder, { comments, words }]) => `${folder.padEnd(28)} ${comments} comments, ${words} words\n`)
    .join('');
}
