import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { ApiError } from '../../core/api.ts';
import { FormOfDialog } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { readable } from '../../kit/reasons.ts';
import { type Answer, type Arguments, type Body, type Operation, operate } from '../api.ts';
import { useMayWrite } from '../me.ts';
import { bodyOf, fieldsOf, OperationField, type Texts } from './fields.tsx';

export type Act<K extends Operation = Operation> = {
  operation: K;
  /** The form asks for the other fields of the request. */
  args?: Omit<Partial<Arguments<K>>, 'body'> & { body?: Partial<Body<K>> };
  headers?: Record<string, string>;
  /** The labels of the fields that the form asks for in addition to the reason. */
  ask?: { [name in keyof Body<K>]?: string };
  before?: Partial<Record<keyof Body<K>, unknown>>;
  title: string;
  about: ReactNode;
  label: string;
  isDangerous?: boolean;
  /** The person types this text to confirm. */
  confirmed?: string;
  done?: (answer: Answer<K>) => void;
  result: (answer: Answer<K>) => ReactNode;
};

const Open = createContext<(act: Act) => void>(() => {});

/** A row can leave the page by what its act changes, so the dialog is not a part of the row. */
export function Acts({ children }: { children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [opened, setOpened] = useState<{ act: Act; pathname: string } | null>(null);
  const open = (act: Act) => setOpened({ act, pathname });
  return (
    <Open value={open}>
      {children}
      {opened?.pathname === pathname && <ActDialog act={opened.act} close={() => setOpened(null)} />}
    </Open>
  );
}

export function ActButton<K extends Operation>({
  button,
  name,
  isOwn = false,
  isMain = false,
  size = 'xs',
  disabled = false,
  title = button,
  label = button,
  ...act
}: Omit<Act<K>, 'label' | 'title'> & {
  button: string;
  title?: string;
  label?: string;
  name?: string;
  /** An act on the operator's own account needs no right to write. */
  isOwn?: boolean;
  isMain?: boolean;
  size?: 'xs' | 'sm';
  disabled?: boolean;
}) {
  const open = useContext(Open);
  const mayWrite = useMayWrite();
  if (!mayWrite && !isOwn) return null;
  return (
    <Button
      size={size}
      variant={isMain ? 'filled' : 'default'}
      disabled={disabled}
      {...(name && { 'aria-label': name })}
      onClick={() => open({ ...act, title, label } as unknown as Act)}
    >
      {button}
    </Button>
  );
}

function ActDialog({ act, close }: { act: Act; close: () => void }) {
  const { operation, args, headers, ask = {}, title, about, label, isDangerous = false, confirmed } = act;
  const queries = useQueryClient();
  const fields = fieldsOf(operation, ask);
  const [before] = useState<Texts>(() =>
    Object.fromEntries(fields.map(([name, { start }]) => [name, String((act.before as Texts | undefined)?.[name] ?? start ?? '')])),
  );
  const [texts, setTexts] = useState(before);
  const [typed, setTyped] = useState('');
  // A retry in the dialog is the same request to the API.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const action = useMutation<Answer<Operation>, ApiError>({
    mutationFn() {
      const body = { ...args?.body, ...bodyOf(operation, ask, texts, before) };
      return operate(operation, { ...args, ...(Object.keys(body).length > 0 && { body }) } as Arguments<Operation>, {
        headers: { 'idempotency-key': idempotencyKey, ...headers },
      });
    },
    onSuccess(answer) {
      act.done?.(answer as never);
      return queries.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  const problems = action.error?.fields ?? {};
  return (
    <Dialog onClose={close} title={title}>
      {action.isSuccess ? (
        <Stack gap="sm">
          <Alert color="teal" title="Done" role="status">
            {act.result(action.data as never)}
          </Alert>
          <Button onClick={close} variant="default">
            Close
          </Button>
        </Stack>
      ) : (
        <FormOfDialog
          action={label}
          isDangerous={isDangerous}
          run={() => action.mutate()}
          close={close}
          isRunning={action.isPending}
          isDisabled={confirmed !== undefined && typed !== confirmed}
          error={action.error}
          problem="This was not done"
        >
          <Text fz="sm" component="div">
            {about}
          </Text>
          {confirmed !== undefined && (
            <TextInput
              label={`Type ${confirmed} to confirm`}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {fields.map(([name, field]) => (
            <OperationField
              key={name}
              name={name}
              field={field}
              label={(ask as Texts)[name] ?? readable(name)}
              before={before[name] ?? ''}
              value={texts[name] ?? ''}
              change={(text) => setTexts((earlier) => ({ ...earlier, [name]: text }))}
              error={problems[name]}
            />
          ))}
        </FormOfDialog>
      )}
    </Dialog>
  );
}
