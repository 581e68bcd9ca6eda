import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { download } from '../kit/download.ts';
import { Loading, Problem } from '../kit/page.tsx';

const Qr = lazy(() => import('./qr.tsx').then((part) => ({ default: part.Qr })));

/** Turns the second factor on, with its secret and recovery codes shown once, or off. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [notice, setNotice] = useState('');
  return (
    <Stack gap="sm" maw={520}>
      {notice && (
        <Alert color="teal" role="status">
          {notice}
        </Alert>
      )}
      {isOn ? <TurnOff done={setNotice} /> : <TurnOn done={setNotice} />}
    </Stack>
  );
}

function TurnOn({ done }: { done: (notice: string) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const queries = useQueryClient();
  const enroll = useMutation<Answer<'enrollMfa'>, ApiError>({
    mutationFn: () => call('enrollMfa', { body: { password } }),
    onSuccess: () => setPassword(''),
  });
  const confirm = useMutation<Answer<'confirmMfa'>, ApiError>({
    mutationFn: () => call('confirmMfa', { body: { code: code.trim() } }),
    onSuccess: ({ message }) => {
      done(message);
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  if (!enroll.data)
    return (
      <Form run={enroll} action="Set up">
        <Text fz="sm">
          A code of an authenticator app, in addition to your password. Confirm your password to begin.
        </Text>
        <Password value={password} change={setPassword} />
      </Form>
    );
  const { otpauth_url, secret, recovery_codes } = enroll.data;
  return (
    <Form run={confirm} action="Turn on">
      <Text fz="sm">Scan this code with your authenticator app, or enter the secret.</Text>
      <Suspense fallback={<Loading height={200} />}>
        <Qr text={otpauth_url} />
      </Suspense>
      <Copyable value={secret} />
      <Alert color="orange" title="Store these recovery codes now">
        <Text fz="sm">
          They are not shown again. Each replaces one code of the app. Keep them apart from your device.
        </Text>
      </Alert>
      <Code label="Recovery codes" text={recovery_codes.join('\n')} />
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => download('adtrail-recovery-codes.txt', `${recovery_codes.join('\n')}\n`)}
        >
          Download the codes
        </Button>
      </Group>
      <OneTimeCode label="Code of the app" value={code} change={setCode} error={confirm.error?.fields.code} />
    </Form>
  );
}

function TurnOff({ done }: { done: (notice: string) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const queries = useQueryClient();
  const disable = useMutation<Answer<'disableMfa'>, ApiError>({
    mutationFn: () => call('disableMfa', { body: { password, code: code.trim() } }),
    onSuccess: ({ message }) => {
      done(message);
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <Form run={disable} action="Turn off" color="red">
      <Text fz="sm">The second factor is on: every sign-in needs a code of your app.</Text>
      <Password value={password} change={setPassword} />
      <OneTimeCode
        label="Code of the app, or a recovery code"
        value={code}
        change={setCode}
        error={disable.error?.fields.code}
      />
    </Form>
  );
}

function Form({
  run,
  action,
  color,
  children,
}: {
  run: { mutate: () => void; isPending: boolean; error: ApiError | null };
  action: string;
  color?: 'red';
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {children}
        {run.error && Object.keys(run.error.fields).length === 0 && <Problem error={run.error} />}
        <Group>
          <Button
            type="submit"
            loading={run.isPending}
            {...(color ? { color, variant: 'light' } : { variant: 'default' })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function Password({ value, change }: { value: string; change: (value: string) => void }) {
  return (
    <PasswordInput
      label="Password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
    />
  );
}

export function OneTimeCode({
  label,
  value,
  change,
  error,
}: {
  label: string;
  value: string;
  change: (value: string) => void;
  error?: string | undefined;
}) {
  return (
    <TextInput
      label={label}
      autoComplete="one-time-code"
      required
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      error={error}
    />
  );
}
