import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { csvOf, type Rows } from '#shared/values/csv.ts';
import { download } from './download.ts';
import { Icon } from './icon.tsx';
import type { Listing } from './list.tsx';
import { countText } from './money.ts';

type Table = { file: string; header: readonly string[]; size?: 'xs' | 'sm' };

export const Export = ({ file, header, lines, size = 'xs' }: Table & { lines: Rows }) => (
  <Button
    size={size}
    variant="default"
    leftSection={<Icon name="download" size={14} />}
    disabled={lines.length === 0}
    onClick={() => download(`adtrail-${file}.csv`, csvOf([header, ...lines]))}
  >
    Export CSV
  </Button>
);

/** An export stops at this number of rows, because the browser keeps them in memory. */
const maxRows = 20_000;
const patienceMs = 5 * 60_000;

export function ExportList<Page extends { next_cursor: string | null }>({
  file,
  header,
  list,
  lines,
  pageSize,
  size = 'xs',
}: Table & {
  list: Listing<Page>;
  lines: (page: Page) => Rows;
  pageSize?: number;
}) {
  const [count, setCount] = useState(0);
  const saving = useMutation({
    mutationFn: async () => {
      setCount(0);
      const signal = AbortSignal.timeout(patienceMs);
      const rows: Rows[number][] = [];
      for (let cursor: string | null = ''; cursor !== null && rows.length < maxRows; ) {
        const page: Page = await list.load({ ...(cursor && { cursor }), ...(pageSize && { limit: pageSize }) }, signal);
        rows.push(...lines(page));
        setCount(rows.length);
        cursor = page.next_cursor;
        if (cursor === null) return { rows, isWhole: true };
      }
      return { rows, isWhole: false };
    },
    onSuccess: ({ rows }) => download(`adtrail-${file}.csv`, csvOf([header, ...rows])),
  });
  return (
    <>
      {saving.data?.isWhole === false && (
        <Text fz="xs" c="dimmed" role="status">
          The newest {countText(saving.data.rows.length)} rows were saved. Filter the list for the others.
        </Text>
      )}
      <SaveButton
        size={size}
        saving={saving}
        progress={`Saving ${countText(count)} rows…`}
        disabled={!list.data?.pages.some((page) => lines(page).length > 0)}
      />
    </>
  );
}

export const SaveButton = ({
  saving: { error, isPending, mutate },
  progress = 'Saving…',
  size = 'xs',
  disabled = false,
}: Pick<Table, 'size'> & {
  saving: { error: Error | null; isPending: boolean; mutate: () => void };
  progress?: string;
  disabled?: boolean;
}) => (
  <>
    {error && (
      <Text fz="xs" c="var(--bad)" role="alert">
        Not saved: {error.message}
      </Text>
    )}
    <Button
      size={size}
      variant="default"
      leftSection={<Icon name="download" size={14} />}
      disabled={disabled}
      aria-busy={isPending}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? progress : 'Export CSV'}
    </Button>
  </>
);
