import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { usualColumns } from './remembered.ts';
import { type Figure, figures } from './search.ts';
import { hints, titleOf } from './texts.ts';

export function ColumnsButton({
  columns,
  isNet,
  choose,
}: {
  columns: readonly Figure[];
  isNet: boolean;
  choose: (columns: readonly Figure[]) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Dialog title="Columns" onClose={close}>
          <Stack gap="sm">
            {figures.map((figure) => (
              <Checkbox
                key={figure}
                label={titleOf(figure, isNet)}
                description={hints[figure]}
                checked={columns.includes(figure)}
                onChange={({ currentTarget: { checked } }) =>
                  choose(checked ? [...columns, figure] : columns.filter((other) => other !== figure))
                }
              />
            ))}
            <Group>
              <Button onClick={close}>Done</Button>
              <Button variant="default" onClick={() => choose(usualColumns)}>
                Usual columns
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
