import type { PlainTable } from './file-text.ts';
import { encodingOf } from './file-text.ts';

export const fileNotes = ['read_as_windows_1252', 'read_as_workbook'] as const;
/** How a file was read, if its user may not expect it. */
export type FileNote = { code: (typeof fileNotes)[number]; fields: string[]; message: string };

const windowsText = 'The text is not in UTF-8, so it was read as Windows-1252. If names look wrong, save the file as CSV UTF-8';

export function notesOf({ bytes, sheet }: PlainTable): FileNote[] {
  if (sheet !== undefined) return [{ code: 'read_as_workbook', fields: [], message: `The sheet "${sheet}" of the workbook was read` }];
  if (encodingOf(bytes) !== 'windows-1252') return [];
  return [{ code: 'read_as_windows_1252', fields: [], message: windowsText }];
}
