import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Inbox } from '../kit/inbox.tsx';
import { Problem } from '../kit/page.tsx';

/** Phone accounts have no mailbox, so their e-mail is never verified here. */
export function VerifyEmail() {
  const { data: me } = useMe();
  return me && !me.email_verified && me.phone === null ? <Banner email={me.email} /> : null;
}

function Banner({ email }: { email: string }) {
  const [code, setCode] = useState('');
  const queries = useQueryClient();
  const refreshed = () => queries.invalidateQueries({ queryKey: ['me'] });
  const send = useMutation<Answer<'sendVerification'>, ApiError>({
    mutationFn: () => call('sendVerification', { body: { email } }),
    // Another tab has verified the address.
    onError: (error) => (error.code === 'email_taken' ? refreshed() : undefined),
  });
  const verify = useMutation<Answer<'verifyCode'>, ApiError>({
    mutationFn: () => call('verifyCode', { body: { email, code: code.trim() } }),
    onSuccess: refreshed,
  });
  const submit = onSubmit(() => (send.isSuccess ? verify : send).mutate());
  const error = verify.error ?? send.error;
  return (
    <Alert color="orange" mb="lg" title="Verify your e-mail address">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Text fz="sm" className="anywhere">
            {send.isSuccess
              ? `We sent a code of six digits to ${email}.`
              : `Live secret keys and a second factor need a verified address, and some e-mails wait for it. The code goes to ${email}.`}
            {send.isSuccess && <Inbox />}
          </Text>
          <Group gap="xs" align="flex-end">
            {send.isSuccess && (
              <TextInput
                label="Code"
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                w={140}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            )}
            <Button type="submit" variant="default" loading={send.isPending || verify.isPending}>
              {send.isSuccess ? 'Verify' : 'Send me a code'}
            </Button>
            {send.isSuccess && (
              <Button variant="subtle" onClick={() => send.mutateAsync()}>
                Send another code
              </Button>
            )}
          </Group>
          {error && <Problem error={error} />}
        </Stack>
      </form>
    </Alert>
  );
}
