import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { onSubmit } from './form.tsx';
import { Problem } from './page.tsx';

type Parts = {
  title: string;
  action: ReactNode;
  children: ReactNode;
  run: () => void;
  close: () => void;
  isRunning: boolean;
  isDisabled?: boolean;
  error: unknown;
  problem?: string;
  isDangerous?: boolean;
};

type Confirmed = Omit<Parts, 'run' | 'isRunning' | 'error'> & {
  of: { mutate: (variables: never) => void; isPending: boolean; error: unknown };
  run?: () => void;
};

export const Confirm = ({ of: { mutate, isPending, error }, run, ...parts }: Confirmed) => (
  <DialogForm isDangerous run={run ?? (mutate as () => void)} isRunning={isPending} error={error} {...parts} />
);

export const DialogForm = ({ title, close, ...parts }: Parts) => (
  <Dialog onClose={close} title={title}>
    <FormOfDialog close={close} {...parts} />
  </Dialog>
);

export function FormOfDialog({
  action,
  children,
  run,
  close,
  isRunning,
  isDisabled = false,
  error,
  problem,
  isDangerous = false,
}: Omit<Parts, 'title'>) {
  return (
    <form onSubmit={onSubmit(run)}>
      <Stack gap="sm">
        {children}
        {error ? <Problem error={error} {...(problem && { title: problem })} /> : null}
        <Group>
          <Button type="submit" {...(isDangerous && { color: 'red.8' })} loading={isRunning} disabled={isDisabled}>
            {action}
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
