import { join } from 'node:path';
import type { Answers } from './answers.ts';
import { textIn } from './packed-folder.ts';

const folders = join(import.meta.dirname, 'folders');

/** The recorded folders were asked at this time, six days after their last event. */
export const askedAt = '2026-11-26T06:00:00.000Z';

export const folderOf = (commit: string): string => join(folders, `${commit}.folder`);
export const recordedAnswers = (commit: string): Answers =>
  JSON.parse(textIn(join(folders, `${commit}.answers`)));
