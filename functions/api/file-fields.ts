import * as z from 'zod';
import { fileNotes } from '#shared/files/file-notes.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The content types of a CSV file or a workbook. */
export const fileTypes = ['text/csv', 'text/tab-separated-values', 'application/octet-stream', workbookType];

/** How a file was read, if its user may not expect it. */
export const fileWarnings = z
  .array(
    z.object({
      code: z.enum(fileNotes),
      fields: z.array(z.string()).meta({ description: 'Always empty: the warning is about the whole file.' }),
      message: z.string(),
    }),
  )
  .meta({
    description:
      'How the file was read: `read_as_windows_1252` (the text is not in UTF-8), `read_as_workbook` (the message names the sheet).',
  });

export const jsonColumns = <S extends z.ZodType>(columns: S) =>
  z
    .string()
    .max(4000)
    .transform((text, context) => {
      try {
        const parsedColumns = columns.safeParse(JSON.parse(text));
        if (parsedColumns.success) return parsedColumns.data;
      } catch {}
      context.addIssue({ code: 'custom', message: 'A JSON object of headings by column expected' });
      return z.NEVER;
    })
    .optional();

export const uploadId = z.string().max(100).optional().meta({
  description:
    'The ID of a file that was sent to an address of `createUpload`, in place of `rows`. The file is CSV, an Excel workbook, or JSON with `rows`.',
});

export const hasOneFile = ({ rows, upload_id }: { rows?: unknown; upload_id?: string | undefined }) =>
  (rows === undefined) !== (upload_id === undefined);
