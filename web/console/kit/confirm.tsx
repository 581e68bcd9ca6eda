import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Problem } from './page.tsx';

export function Confirm({
  title,
  action,
  children,
  run,
  close,
  isRunning,
  isDisabled = false,
  error,
}: {
  title: string;
  action: string;
  children: ReactNode;
  run: () => void;
  close: () => void;
  isRunning: boolean;
  isDisabled?: boolean;
  error: unknown;
}) {
  return (
    <Dialog onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack gap="sm">
          {children}
          {error ? <Problem error={error} /> : null}
          <Group>
            <Button type="submit" color="red.8" loading={isRunning} disabled={isDisabled}>
              {action}
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
