import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Problem } from './page.tsx';

export function Confirm({
  title,
  action,
  children,
  run,
  of: { mutate, isPending, error },
  close,
  isDisabled = false,
}: {
  title: string;
  action: string;
  children: ReactNode;
  /** The change that a person confirms. */
  of: { mutate: (variables: never) => void; isPending: boolean; error: unknown };
  /** In place of the change without variables. */
  run?: () => void;
  close: () => void;
  isDisabled?: boolean;
}) {
  return (
    <Dialog onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          (run ?? (mutate as () => void))();
        }}
      >
        <Stack gap="sm">
          {children}
          {error ? <Problem error={error} /> : null}
          <Group>
            <Button type="submit" color="red.8" loading={isPending} disabled={isDisabled}>
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
