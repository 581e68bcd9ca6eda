import { Button } from '@mantine/core';
import { csvOf, type Rows } from './csv.ts';
import { download } from './download.ts';
import { Icon } from './icon.tsx';

/** Saves a table as it is, with plain numbers. */
export const Export = ({
  file,
  header,
  lines,
  size = 'xs',
}: {
  file: string;
  header: readonly string[];
  lines: Rows;
  size?: 'xs' | 'sm';
}) => (
  <Button
    size={size}
    variant="default"
    leftSection={<Icon name="download" size={14} />}
    disabled={lines.length === 0}
    onClick={() => download(`adtrail-${file}.csv`, csvOf(header, lines))}
  >
    Export CSV
  </Button>
);
