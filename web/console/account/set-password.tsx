import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, ApiError, call } from '../app/api.ts';
import { signIn, signOut } from '../app/session.ts';
import { Problem } from '../kit/page.tsx';
import { OneTimeCode } from './second-factor.tsx';

/** For an account that the identity provider signs in: a first password, by a code to its address. */
export function SetPassword({ email }: { email: string }) {
  const [values, setValues] = useState({ code: '', password: '' });
  const queries = useQueryClient();
  const send = useMutation<Answer<'forgotPassword'>, ApiError>({
    mutationFn: () => call('forgotPassword', { body: { email } }, { token: null }),
  });
  const reset = useMutation<void, ApiError>({
    mutationFn: async () => {
      const open = { token: null };
      const code = values.code.trim();
      const { reset_token } = await call('verifyResetCode', { body: { email, code } }, open);
      const body = { email, code, reset_token, new_password: values.password };
      await call('resetPassword', { body }, open);
      // Every session has ended, this one too.
      try {
        await signIn(await call('login', { body: { email, password: values.password } }, open));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        signOut();
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isSuccess) reset.mutate();
    else send.mutate();
  };
  const problems = reset.error?.fields ?? {};
  const error = reset.error ?? send.error;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={480}>
        <Text fz="sm" className="anywhere">
          {send.isSuccess
            ? send.data.message
            : `You sign in with the identity provider. To set a password as well, we send a code to ${email}.`}
        </Text>
        {send.isSuccess && (
          <>
            <OneTimeCode
              label="Code from the e-mail"
              value={values.code}
              change={(code) => setValues({ ...values, code })}
              error={problems.code}
            />
            <PasswordInput
              label="New password"
              autoComplete="new-password"
              required
              value={values.password}
              onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              error={problems.new_password}
            />
          </>
        )}
        {error && Object.keys(problems).length === 0 && <Problem error={error} />}
        <Group>
          <Button type="submit" variant="default" loading={send.isPending || reset.isPending}>
            {send.isSuccess ? 'Set password' : 'Send me a code'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
