import { Alert, Anchor, Center, Divider, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../core/api.ts';
import { local } from '../core/local.ts';
import { sessionEnd, signIn } from '../core/session.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Inbox } from '../kit/inbox.tsx';
import { Logo } from '../kit/logo.tsx';
import { Problem } from '../kit/page.tsx';
import { enterWith, type IdentityProof, type Intent, proofIn, sendToProvider, takeReturned } from './identity.ts';
import { signInSearch } from './search.ts';

type Step = 'sign_in' | 'second_factor' | 'sign_up' | 'sign_up_phone' | 'code' | 'forgot' | 'reset' | 'restore' | 'new_identity';
type Fields = { email: string; phone: string; password: string; code: string; name: string };

const words: Record<Step, [title: string, action: string]> = {
  sign_in: ['Sign in', 'Sign in'],
  second_factor: ['Enter your second factor', 'Continue'],
  sign_up: ['Create your account', 'Send me a code'],
  sign_up_phone: ['Create your account', 'Send me a code'],
  code: ['Check your e-mail', 'Create account'],
  forgot: ['Reset your password', 'Send me a code'],
  reset: ['Set a new password', 'Set password'],
  restore: ['Restore your account', 'Restore my account'],
  new_identity: ['Create your account', 'Create account'],
};

export function SignInPage() {
  const [step, setStep] = useState<Step>('sign_in');
  const [fields, setFields] = useState<Fields>({ email: '', phone: '', password: '', code: '', name: '' });
  const [mfaToken, setMfaToken] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [notice, setNotice] = useState(sessionEnd);
  const [isSending, setIsSending] = useState(false);
  const [proof, setProof] = useState<IdentityProof | null>(null);
  const idp = useQuery({
    queryKey: ['idp'],
    queryFn: () => call('readIdentityProvider', {}, { token: null }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const provider = idp.data?.provider;
  const router = useRouter();
  const { next } = useValidSearch(signInSearch);
  const title = step === 'code' && fields.phone ? 'Check your phone' : words[step][0];
  useDocumentTitle(`${title} · adtrail`);

  const go = (to: Step, said = '') => {
    setStep(to);
    setError(null);
    setNotice(said);
    if (to === 'sign_in') setProof(null);
    setFields((before) => ({
      ...before,
      code: '',
      ...(to === 'reset' && { password: '' }),
      ...(to === 'sign_up' && { phone: '' }),
    }));
  };
  const enter = async (answer: { access_token: string; expires_in: number }, to = next ?? '/') => {
    await signIn(answer);
    await router.navigate({ href: to });
  };
  const attempt = async (run: () => Promise<void>) => {
    if (isSending) return;
    setIsSending(true);
    setError(null);
    try {
      await run();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code === 'mfa_required') {
        setMfaToken(String(thrown.body.mfa_token));
        go('second_factor');
      } else if (thrown.code === 'account_deletion_pending')
        go('restore', 'This account was deleted, and its data is still there. You can restore it.');
      else setError(thrown);
    } finally {
      setIsSending(false);
    }
  };
  const run = async () => {
    const { email, phone, password, code, name } = fields;
    const withoutToken = { token: null };
    switch (step) {
      case 'sign_in':
        return enter(await call('login', { body: { email, password } }, withoutToken));
      case 'second_factor':
        return enter(await call('loginMfa', { body: { mfa_token: mfaToken, code } }, withoutToken), proof?.next);
      case 'sign_up':
        await call('sendVerification', { body: { email } }, withoutToken);
        return go('code', `We sent a code of six digits to ${email}.`);
      case 'sign_up_phone': {
        const verification = await call('sendPhoneVerification', { body: { phone } }, withoutToken);
        setFields((before) => ({ ...before, email: verification.email }));
        return go('code', `We sent a code to ${phone}. You will sign in with ${verification.email}.`);
      }
      case 'restore':
        return enter(await call('restoreAccount', { body: proof?.identity ?? { email, password } }, withoutToken), proof?.next);
      case 'new_identity':
        if (proof) await enter(await call('signUpWithIdp', { body: proof.identity }, withoutToken), '/start');
        return;
      case 'code': {
        const body = { email, code, password, ...(name && { full_name: name }) };
        return enter(await call('completeRegistration', { body }, withoutToken), '/start');
      }
      case 'forgot': {
        const { message } = await call('forgotPassword', { body: { email } }, withoutToken);
        return go('reset', message);
      }
      case 'reset': {
        const { reset_token } = await call('verifyResetCode', { body: { email, code } }, withoutToken);
        await call('resetPassword', { body: { email, code, reset_token, new_password: password } }, withoutToken);
        return go('sign_in', 'Your password was changed. Sign in with it.');
      }
    }
  };
  const toProvider = (intent: Intent) =>
    attempt(async () => {
      if (provider) await sendToProvider(provider, { intent, ...(next && { next }) });
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: this runs once, when the person comes back from the provider.
  useEffect(() => {
    const returned = takeReturned();
    if (!returned) return;
    attempt(async () => {
      const proven = await proofIn(returned);
      setProof(proven);
      const entered = await enterWith(proven);
      if (entered) return enter(entered.answer, entered.isNew ? '/start' : proven.next);
      go('new_identity', `There is no account with ${proven.email} yet.`);
    });
  }, []);
  const asDemo = () =>
    attempt(async () => {
      const response = await fetch('/local/demo-session', { method: 'POST', credentials: 'omit' });
      const answer = await response.json();
      if (!response.ok) throw new ApiError(response.status, answer);
      await enter(answer);
    });

  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
    error: error?.fields[name === 'name' ? 'full_name' : name],
    required: name !== 'name',
  });
  const has = (...steps: Step[]) => steps.includes(step);

  return (
    // The form starts at the top, so that nothing moves when the identity provider's button arrives.
    <Center component="main" mih="100vh" p="md" pt="max(24px, 12vh)" className="main" style={{ alignItems: 'flex-start' }}>
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Logo />
        </Center>
        {has('sign_in', 'sign_up', 'sign_up_phone') && (
          <Text ta="center" c="dimmed" mt={-8}>
            See which ads earn your sales, and why a sale was not attributed.
          </Text>
        )}
        {local && step === 'sign_in' && (
          <Paper p="lg">
            <Stack gap="sm">
              <div>
                <Text fw={600}>Look around</Text>
                <Text fz="sm" c="dimmed">
                  A demo shop with 30 days of data runs on this machine.
                </Text>
              </div>
              <Button onClick={asDemo} size="md">
                Open the demo account
              </Button>
            </Stack>
          </Paper>
        )}
        <Paper p="lg" component="form" noValidate onSubmit={onSubmit(() => attempt(run))} aria-label={title}>
          <Stack gap="sm">
            <Title order={1} fz={20}>
              {title}
            </Title>
            {notice && (
              <Alert color="blue" role="status">
                {notice}
                {has('code', 'reset') && <Inbox />}
              </Alert>
            )}
            {error && <Problem error={error} title="" />}
            {has('sign_in', 'sign_up', 'forgot') && (
              <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
            )}
            {step === 'sign_up_phone' && (
              <TextInput
                label="Phone number"
                description="With its country code, such as +351 912 345 678. The code comes as a message to this number."
                type="tel"
                autoComplete="tel"
                autoFocus
                {...field('phone')}
              />
            )}
            {has('second_factor', 'code', 'reset') && (
              <TextInput
                label={step === 'second_factor' ? 'Code of your app, or a recovery code' : 'Code'}
                autoComplete="one-time-code"
                inputMode={step === 'second_factor' ? 'text' : 'numeric'}
                autoFocus
                {...field('code')}
              />
            )}
            {step === 'code' && <TextInput label="Your name" autoComplete="name" {...field('name')} />}
            {has('sign_in', 'code', 'reset') && (
              <PasswordInput
                label={step === 'reset' ? 'New password' : 'Password'}
                autoComplete={step === 'sign_in' ? 'current-password' : 'new-password'}
                description={step === 'sign_in' ? undefined : 'At least 6 characters.'}
                {...field('password')}
                {...(error?.fields.new_password && { error: error.fields.new_password })}
              />
            )}
            <Button type="submit" variant={local && step === 'sign_in' ? 'default' : 'filled'} loading={isSending}>
              {words[step][1]}
            </Button>
            {step === 'sign_in' ? (
              <Stack gap={4}>
                <Choice onClick={() => go('sign_up')}>Create an account</Choice>
                <Choice onClick={() => go('forgot')}>Forgot your password?</Choice>
              </Stack>
            ) : (
              <Stack gap={4}>
                {step === 'sign_up' && <Choice onClick={() => go('sign_up_phone')}>Use a phone number instead</Choice>}
                {step === 'code' && !fields.phone && (
                  <Choice
                    onClick={() =>
                      attempt(async () => {
                        await call('sendVerification', { body: { email: fields.email } }, { token: null });
                        setNotice(`We sent another code to ${fields.email}.`);
                      })
                    }
                  >
                    Send another code
                  </Choice>
                )}
                <Choice onClick={() => go('sign_in')}>Back to sign in</Choice>
              </Stack>
            )}
            {provider && has('sign_in', 'sign_up') && (
              <>
                <Divider label="or" />
                <Button variant="default" onClick={() => toProvider(step === 'sign_in' ? 'sign_in' : 'sign_up')}>
                  Continue with {provider.name}
                </Button>
              </>
            )}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}

function Choice({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" fz="sm" ta="left" onClick={onClick}>
      {children}
    </Anchor>
  );
}
