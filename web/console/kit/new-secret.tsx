import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../core/api.ts';
import { Copyable } from './copy.tsx';

export function useSecretChange<T>(list: string, change: (headers: Record<string, string>) => Promise<T>) {
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useMutation<T, ApiError>({
    mutationFn: () => change({ 'idempotency-key': idempotencyKey }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [list] }),
  });
}

/** A closed dialog would lose the secret that its request brings. */
export const isHeld = ({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }) => isPending || isSuccess;

type Kind = 'secret' | 'public' | 'read';

export function NewSecret({ value, kind, close }: { value: string; kind: Kind; close: () => void }) {
  const report = `${window.location.origin}/api/v1/pixel/reports/conversions?format=csv&key=${value}`;
  return (
    <Stack gap="sm">
      {kind !== 'public' && (
        <Alert color="orange">
          {kind === 'read' ? 'Store this key now.' : 'Store this secret on your server now.'} It is not shown again.
        </Alert>
      )}
      <Copyable value={value} />
      {kind === 'read' && (
        <>
          <Text fz="sm">In a spreadsheet, this formula reads the last 30 days:</Text>
          <Copyable value={`=IMPORTDATA("${report}")`} />
          <Text fz="sm">
            An AI assistant asks at this address, with the key as bearer token.{' '}
            <Anchor href="/docs/guides/assistants" target="_blank" rel="noreferrer" fz="sm">
              How to connect it
            </Anchor>
          </Text>
          <Copyable value={`${window.location.origin}/mcp`} />
        </>
      )}
      <Button onClick={close}>{kind === 'public' ? 'Done' : 'I have stored it'}</Button>
    </Stack>
  );
}
