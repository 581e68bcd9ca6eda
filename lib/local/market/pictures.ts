import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'pictures');
const byCategory = new Map<string, Buffer[]>();
for (const file of readdirSync(folder).sort()) {
  const category = file.replace(/-\d+\.png$/, '').replaceAll('-', ' ');
  byCategory.set(category, [...(byCategory.get(category) ?? []), readFileSync(join(folder, file))]);
}

export function pictureOf(category: string, number: number): Buffer {
  const pictures = byCategory.get(category) ?? [];
  const picture = pictures[(number - 1) % pictures.length];
  if (!picture) throw new Error(`No picture shows ${category}: add one to ${folder}.`);
  return picture;
}
