import { Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { ApiError } from '../core/api.ts';
import { local } from '../core/local.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Logo } from '../kit/logo.tsx';
import { Problem } from '../kit/page.tsx';
import { operate } from './api.ts';
import { operatorSignIn } from './session.ts';

export function OperatorSignIn() {
  const [fields, setFields] = useState({ email: '', password: '', code: '' });
  const [mfaToken, setMfaToken] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState<'form' | 'demo' | null>(null);
  const title = mfaToken ? 'Enter your second factor' : 'Sign in as an operator';
  useDocumentTitle(`${title} · adtrail`);
  const attempt = async (kind: 'form' | 'demo', run: () => Promise<void>) => {
    setBusy(kind);
    setError(null);
    try {
      await run();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code === 'mfa_required') setMfaToken(String(thrown.body.mfa_token));
      else setError(thrown);
    } finally {
      setBusy(null);
    }
  };
  const submit = onSubmit(() => {
    const { email, password, code } = fields;
    const withoutToken = { token: null };
    attempt('form', async () =>
      operatorSignIn(
        mfaToken
          ? await operate('loginDevUserMfa', { body: { mfa_token: mfaToken, code } }, withoutToken)
          : await operate('loginDevUser', { body: { email, password } }, withoutToken),
      ),
    );
  });
  const asDemo = () =>
    attempt('demo', async () => {
      const response = await fetch('/local/operator-session', { method: 'POST', credentials: 'omit' });
      const answer = await response.json();
      if (!response.ok) throw new ApiError(response.status, answer);
      await operatorSignIn(answer);
    });
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    required: true,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setFields((before) => ({ ...before, [name]: value })),
    error: error?.fields[name],
  });
  return (
    <Center component="main" mih="100vh" p="md" className="main">
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Logo />
        </Center>
        {local && !mfaToken && (
          <Paper p="lg">
            <Stack gap="sm">
              <Text fz="sm" c="dimmed">
                On this machine there is an operator to try it with.
              </Text>
              <Button onClick={asDemo} loading={busy === 'demo'} size="md">
                Open as the demo operator
              </Button>
            </Stack>
          </Paper>
        )}
        <Paper p="lg" component="form" onSubmit={submit} aria-label={title}>
          <Stack gap="sm">
            <Title order={1} fz={20}>
              {title}
            </Title>
            {error && <Problem error={error} />}
            {mfaToken ? (
              <TextInput
                label="Code"
                description="From your authenticator app, or a recovery code."
                autoComplete="one-time-code"
                {...field('code')}
              />
            ) : (
              <>
                <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} />
                <PasswordInput
                  label="Password"
                  autoComplete="current-password"
                  visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
                  {...field('password')}
                />
              </>
            )}
            <Button type="submit" variant={local && !mfaToken ? 'default' : 'filled'} loading={busy === 'form'}>
              {mfaToken ? 'Continue' : 'Sign in'}
            </Button>
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
