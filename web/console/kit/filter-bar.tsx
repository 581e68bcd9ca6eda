import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** On a phone the selects among `children` are shown on request (`style.css`). */
export function FilterBar({ first, children }: { first: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Group gap="xs" className="filters" data-open={isOpen || undefined}>
      {first}
      <Button variant="default" hiddenFrom="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters
      </Button>
      {children}
    </Group>
  );
}
