import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Code, Copyable } from '../kit/copy.tsx';
import { download } from '../kit/download.ts';
import { Form } from '../kit/form.tsx';
import { Loading } from '../kit/page.tsx';

const Qr = lazy(() => import('./qr.tsx').then((part) => ({ default: part.Qr })));

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [notice, setNotice] = useState('');
  return (
    <Stack gap="sm" maw={480}>
      {notice && (
        <Alert color="teal" role="status">
          {notice}
        </Alert>
      )}
      {isOn ? <TurnOff done={setNotice} /> : <TurnOn done={setNotice} />}
    </Stack>
  );
}

function TurnOn({ done: onDone }: { done: (notice: string) => void }) {
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
      onDone(message);
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  if (!enroll.data)
    return (
      <Form run={enroll} action="Set up">
        <Text fz="sm">A code of an authenticator app, in addition to your password. Confirm your password to begin.</Text>
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
        <Text fz="sm">They are not shown again. Each replaces one code of the app. Keep them apart from your device.</Text>
      </Alert>
      <Code label="Recovery codes" text={recovery_codes.join('\n')} />
      <Group>
        <Button size="xs" variant="default" onClick={() => download('adtrail-recovery-codes.txt', `${recovery_codes.join('\n')}\n`)}>
          Download the codes
        </Button>
      </Group>
      <OneTimeCode label="Code of the app" value={code} change={setCode} error={confirm.error?.fields.code} />
    </Form>
  );
}

function TurnOff({ done: onDone }: { done: (notice: string) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const queries = useQueryClient();
  const disable = useMutation<Answer<'disableMfa'>, ApiError>({
    mutationFn: () => call('disableMfa', { body: { password, code: code.trim() } }),
    onSuccess: ({ message }) => {
      onDone(message);
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <Form run={disable} action="Turn off" look="danger">
      <Text fz="sm">The second factor is on: every sign-in needs a code of your app.</Text>
      <Password value={password} change={setPassword} />
      <OneTimeCode label="Code of the app, or a recovery code" value={code} change={setCode} error={disable.error?.fields.code} />
    </Form>
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
    />
  );
}

type CodeField = {
  label: string;
  value: string;
  change: (value: string) => void;
  error?: string | undefined;
};

export const OneTimeCode = ({ change, ...field }: CodeField) => (
  <TextInput {...field} autoComplete="one-time-code" required onChange={(event) => change(event.currentTarget.value)} />
);
