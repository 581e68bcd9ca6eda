import { Badge } from '@mantine/core';
import type { Import } from './facts.ts';

const looks = {
  pending: ['Waiting', 'gray'],
  running: ['Running', 'blue'],
  completed: ['Imported', 'teal'],
  failed: ['Failed', 'red'],
  undoing: ['Undoing', 'orange'],
  undone: ['Undone', 'gray'],
} as const;

export function Status({ of: { status, unchanged, percent } }: { of: Import }) {
  const [word, color] = unchanged ? (['Unchanged', 'gray'] as const) : looks[status];
  return (
    <Badge color={color}>
      {word}
      {status === 'running' && ` ${percent}%`}
    </Badge>
  );
}
