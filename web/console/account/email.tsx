import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Inbox } from '../kit/inbox.tsx';
import { Problem } from '../kit/page.tsx';
import { OneTimeCode, Password } from './second-factor.tsx';

const none = { new_email: '', password: '', mfa_code: '', code: '' };

export function Email({ me: { email, mfa_enabled } }: { me: Answer<'readMe'> }) {
  const [values, setValues] = useState(none);
  const queries = useQueryClient();
  const ask = useMutation<Answer<'changeEmail'>, ApiError>({
    mutationFn: () => {
      const { new_email, password, mfa_code } = values;
      return call('changeEmail', { body: { new_email, password, ...(mfa_code && { mfa_code }) } });
    },
  });
  const confirm = useMutation<Answer<'confirmEmail'>, ApiError>({
    mutationFn: () => call('confirmEmail', { body: { code: values.code.trim() } }),
    onSuccess: (saved) => {
      queries.setQueryData<Answer<'readMe'>>(['me'], (before) => before && { ...before, ...saved });
      setValues(none);
      ask.reset();
    },
  });
  const set = (name: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const step = ask.data ? confirm : ask;
  const problems = step.error?.fields ?? {};
  return (
    <form onSubmit={onSubmit(() => step.mutate())}>
      <Stack gap="sm" maw={480}>
        <Text fz="sm" className="anywhere">
          Your address is <b>{email}</b>.
        </Text>
        {confirm.isSuccess && !ask.data && (
          <Alert color="teal" role="status">
            Your address was changed.
          </Alert>
        )}
        {ask.data ? (
          <>
            <Alert color="blue" role="status">
              {ask.data.message} <Inbox />
            </Alert>
            <OneTimeCode label="Code from the e-mail" value={values.code} change={set('code')} error={problems.code} />
          </>
        ) : (
          <>
            <TextInput
              label="New e-mail"
              type="email"
              autoComplete="email"
              required
              value={values.new_email}
              onChange={(event) => set('new_email')(event.currentTarget.value)}
              error={problems.new_email}
            />
            <Password value={values.password} change={set('password')} />
            {mfa_enabled && (
              <OneTimeCode label="Code of your second factor" value={values.mfa_code} change={set('mfa_code')} error={problems.mfa_code} />
            )}
          </>
        )}
        {step.error && <Problem error={step.error} />}
        <Group>
          <Button type="submit" variant="default" loading={step.isPending}>
            {ask.data ? 'Confirm the address' : 'Change e-mail'}
          </Button>
          {ask.data && (
            <Button variant="subtle" onClick={() => ask.reset()}>
              Use another address
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
