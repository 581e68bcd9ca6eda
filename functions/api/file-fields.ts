import * as z from 'zod';

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
    'The ID of a file that was sent to an address of `createUpload`, in place of `rows`. The file is CSV, or JSON with `rows`.',
});

export const hasOneFile = ({ rows, upload_id }: { rows?: unknown; upload_id?: string | undefined }) =>
  (rows === undefined) !== (upload_id === undefined);
