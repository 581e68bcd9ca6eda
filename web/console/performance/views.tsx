import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { onSubmit } from '../kit/form.tsx';
import type { RememberedState } from './remembered.ts';
import type { PerformanceSearch } from './search.ts';

type Props = { search: PerformanceSearch; remembered: RememberedState };

export function Views(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        Saved views
      </Button>
      {isOpen && <ViewsDialog {...props} close={() => setIsOpen(false)} />}
    </>
  );
}

function ViewsDialog({ search, remembered, close }: Props & { close: () => void }) {
  const { views, saveView, removeView } = remembered;
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isTaken = views.some((saved) => saved.name === trimmed);
  const submit = onSubmit(() => {
    if (trimmed === '') return;
    const { open: _, ...shown } = search;
    saveView({ name: trimmed, search: shown });
    setName('');
  });
  return (
    <Dialog title="Saved views" onClose={close}>
      <Stack gap="md">
        {views.length === 0 && (
          <Text fz="sm" c="dimmed">
            A saved view has the filters, the period, the order and what is open. It is stored in this browser.
          </Text>
        )}
        {views.map((saved) => (
          <Group key={saved.name} justify="space-between" wrap="nowrap" gap="xs">
            <Anchor component={Link} to="/performance" search={saved.search as never} fz="sm" className="anywhere" onClick={close}>
              {saved.name}
            </Anchor>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove the view ${saved.name}`}
              onClick={() => removeView(saved.name)}
            >
              Remove
            </Button>
          </Group>
        ))}
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Save what is shown as"
              value={name}
              maxLength={80}
              onChange={(event) => setName(event.currentTarget.value)}
              style={{ flex: '1 1 200px' }}
            />
            <Button type="submit" disabled={trimmed === ''}>
              {isTaken ? 'Replace' : 'Save'}
            </Button>
          </Group>
        </form>
      </Stack>
    </Dialog>
  );
}
