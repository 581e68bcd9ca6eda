import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form } from '../kit/form.tsx';
import { returnText } from '../kit/money.ts';

export function Target({ target }: { target: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" fz="sm" mih={24} onClick={() => setIsOpen(true)}>
        {target === null ? 'Set a target return' : `Target return ${returnText(target)}`}
      </Anchor>
      {isOpen && <TargetDialog target={target} close={() => setIsOpen(false)} />}
    </>
  );
}

function TargetDialog({ target, close }: { target: string | null; close: () => void }) {
  const [typed, setTyped] = useState(target ?? '');
  const queries = useQueryClient();
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}), staleTime: 60_000 });
  const pixel = keys.data?.keys.find(
    ({ kind, environment, revoked_at }) => kind === 'public' && environment === 'live' && !revoked_at,
  )?.pixel_key;
  const save = useMutation<unknown, ApiError>({
    mutationFn: () =>
      call('changeSettings', {
        query: pixel ? { pixel_key: pixel } : {},
        body: { target_return: typed.trim() === '' ? null : typed.trim() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['performance'] });
      close();
    },
  });
  return (
    <Dialog title="Target return" onClose={close}>
      <Stack gap="sm">
        <Text fz="sm">
          The value that each unit of spend should earn, such as 3.5. The advice, the colours and the line in the chart compare with it.
          Without a target they compare with 1, where value and spend are equal.
        </Text>
        <Form run={save} action="Save" look="filled">
          <TextInput
            label="Target return"
            value={typed}
            inputMode="decimal"
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={save.error?.fields.target_return}
            description="Empty: no target."
          />
        </Form>
      </Stack>
    </Dialog>
  );
}
