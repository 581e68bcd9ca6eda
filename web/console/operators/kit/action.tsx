import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../core/api.ts';
import { FormOfDialog } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';

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
  run: (fields: Given) => Promise<T>;
  result: (answer: T) => ReactNode;
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
        <FormOfDialog
          action={label}
          isDangerous={isDangerous}
          run={() => action.mutate()}
          close={close}
          isRunning={action.isPending}
          isDisabled={!isReady}
          error={action.error}
          problem="This was not done"
        >
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
        </FormOfDialog>
      )}
    </Dialog>
  );
}
