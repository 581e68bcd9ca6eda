import { Alert, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Code, Copyable } from '../kit/copy.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Problem } from '../kit/page.tsx';
import { type Answer, operate } from './api.ts';
import { operatorSignOut } from './session.ts';

export function SecondFactor() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const enroll = useMutation<Answer<'enrollDevUserMfa'>, ApiError>({
    mutationFn: () => operate('enrollDevUserMfa', { body: { password } }),
  });
  const confirm = useMutation<unknown, ApiError>({
    mutationFn: () => operate('confirmDevUserMfa', { body: { code } }),
    // Setting up a second factor ends every token.
    onSuccess: operatorSignOut,
  });
  const submit = onSubmit(() => {
    if (enroll.data) confirm.mutate();
    else enroll.mutate();
  });
  const failed = enroll.error ?? confirm.error;
  return (
    <Paper p="lg" component="form" onSubmit={submit} aria-label="Second factor" maw={520}>
      <Stack gap="sm">
        <Title order={1} fz={20}>
          Set up your second factor
        </Title>
        {enroll.data ? (
          <>
            <Text fz="sm">Enter this secret in your authenticator app.</Text>
            <Copyable value={enroll.data.secret} />
            <Alert color="orange">Store these recovery codes apart from your device now. They are not shown again.</Alert>
            <Code label="Recovery codes" text={enroll.data.recovery_codes.join('\n')} />
            <TextInput
              label="Code"
              description="Of the app, to confirm it. Then sign in again."
              required
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          </>
        ) : (
          <>
            <Text fz="sm">Operators of this stage need a second factor. Confirm your password to begin.</Text>
            <PasswordInput
              label="Password"
              required
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        )}
        {failed && <Problem error={failed} />}
        <Button type="submit" loading={enroll.isPending || confirm.isPending}>
          {enroll.data ? 'Confirm' : 'Continue'}
        </Button>
      </Stack>
    </Paper>
  );
}
