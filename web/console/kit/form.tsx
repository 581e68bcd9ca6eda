import { Alert, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../core/api.ts';
import { Button } from './button.tsx';
import { Problem } from './page.tsx';

type Running = { mutate: () => void; isPending: boolean; error: ApiError | null; isSuccess?: boolean };

export const onSubmit = (run: () => void) => (event: FormEvent) => {
  event.preventDefault();
  run();
};

export function Form({
  run,
  action,
  done: doneText,
  look = 'default',
  children,
}: {
  run: Running;
  action: string;
  done?: string;
  look?: 'default' | 'filled' | 'danger';
  children: ReactNode;
}) {
  return (
    <form onSubmit={onSubmit(() => run.mutate())}>
      <Stack gap="sm" maw={480}>
        {children}
        {run.error && <Problem error={run.error} />}
        {doneText && run.isSuccess && (
          <Alert color="teal" role="status">
            {doneText}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={run.isPending} {...(look === 'danger' ? { color: 'red', variant: 'light' } : { variant: look })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
