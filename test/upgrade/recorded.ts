import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from '#lib/ops/upgrade/questions.ts';
import { textIn } from './packed-folder.ts';

const folders = join(import.meta.dirname, 'folders');

/** The recorded folders were asked at this time, six days after their last event. */
export const askedAt = '2026-11-26T06:00:00.000Z';

/** `record-command.ts` adds a tag here. */
export const commits = readdirSync(folders)
  .filter((file) => file.endsWith('.folder'))
  .map((file) => file.slice(0, -'.folder'.length));

export const folderOf = (commit: string): string => join(folders, `${commit}.folder`);
export const recordedAnswers = (commit: string): Answers => JSON.parse(textIn(join(folders, `${commit}.answers`)));
