import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from './copy.tsx';
import { DataTable } from './data-table.tsx';
import { countOf, type FileProblem, problemText } from './file-problems.ts';
import { linesOf } from './file-text.ts';
import { countText } from './money.ts';
import { isLarge } from './upload.ts';

const shownFirst = 50;

export function ProblemTable({
  problems,
  error = null,
  count = countOf(error, problems),
  file,
  nothing = 'nothing was imported',
}: {
  problems: readonly FileProblem[];
  error?: unknown;
  count?: number;
  file?: File;
  nothing?: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = useQuery({
    queryKey: ['lines-of-file', file?.name, file?.size, file?.lastModified],
    queryFn: () => (file ? linesOf(file) : []),
    enabled: file !== undefined && !isLarge(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const shown = isWhole ? problems : problems.slice(0, shownFirst);
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        <Text fz="sm" fw={550} role="alert">
          {countText(count)} {count === 1 ? 'problem' : 'problems'}: {nothing}.
        </Text>
        <CopyButton value={problems.map(problemText).join('\n')} label="Copy all problems" />
      </Group>
      <DataTable minWidth={300} label="Problems by line" heads={['Where', 'Field', 'Problem']}>
        {shown.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <Table.Tr key={at}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{problem.line === null ? 'File' : `Line ${countText(problem.line)}`}</Table.Td>
            <Table.Td>{problem.field ?? '–'}</Table.Td>
            <Table.Td className="anywhere">
              {problem.message}
              <Text fz="xs" c="dimmed" className="anywhere" ff="monospace">
                {textOf(lines.data, problem)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {problems.length > shown.length && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setIsWhole(true)}>
            Show all {countText(problems.length)}
          </Button>
        </Group>
      )}
      {count > problems.length && (
        <Text fz="xs" c="dimmed">
          The first {countText(problems.length)} of {countText(count)} problems.
        </Text>
      )}
    </Stack>
  );
}

const textOf = (lines: readonly string[] | undefined, { line, code }: FileProblem): string =>
  line === null ? code : (lines?.[line - 1]?.slice(0, 200) ?? code);
