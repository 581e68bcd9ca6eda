import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../../core/api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Problem } from '../../kit/page.tsx';

export type Given = { reason: string; headers: { 'idempotency-key': string } };

export function Action<T>({
  title,
  about,
  label,
  isDangerous = false,
  asksReason = true,
  seenByOwner = false,
  isReady = true,
  run,
  result,
  close,
  children,
}: {
  title: string;
  about: ReactNode;
  label: string;
  isDangerous?: boolean;
  asksReason?: boolean;
  seenByOwner?: boolean;
  isReady?: boolean;
  run: (given: Given) => Promise<T>;
  result: (done: T) => ReactNode;
  close: () => void;
  children?: (fields: Record<string, string>) => ReactNode;
}) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  // A retry in the dialog is the same request to the API.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const action = useMutation<T, ApiError>({
    mutationFn: () => run({ reason: reason.trim(), headers: { 'idempotency-key': idempotencyKey } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operators'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.mutate();
  };
  const fields = action.error?.fields ?? {};
  return (
    <Dialog onClose={close} title={title}>
      {action.isSuccess ? (
        <Stack gap="sm">
          <Alert color="teal" title="Done" role="status">
            {result(action.data)}
          </Alert>
          <Button onClick={close} variant="default">
            Close
          </Button>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text fz="sm" component="div">
              {about}
            </Text>
            {children?.(fields)}
            {asksReason && (
              <Textarea
                label="Reason"
                description={
                  seenByOwner ? 'The owner sees it.' : 'For the audit log. The owner does not see it.'
                }
                required
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
                error={fields.reason}
              />
            )}
            {action.isError && <Problem error={action.error} title="This was not done" />}
            <Group>
              <Button
                type="submit"
                {...(isDangerous && { color: 'red.8' })}
                loading={action.isPending}
                disabled={!isReady}
              >
                {label}
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
