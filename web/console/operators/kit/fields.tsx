import fields, { type Field } from 'virtual:operator-fields';
import { NativeSelect, NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { readable } from '../../kit/reasons.ts';

export type Texts = Record<string, string>;

/** An operator gives a reason for each change, also where the API does without. */
export const fieldsOf = (operation: string, ask: Texts): readonly (readonly [string, Field])[] =>
  [...Object.keys(ask), 'reason'].flatMap((name) => {
    const field = fields[operation]?.[name];
    if (!field) return [];
    return [[name, name === 'reason' ? { ...field, isRequired: true, isNullable: false } : field] as const];
  });

const isSecret = (name: string) => name.includes('password');

/** A nullable field that is as before is not sent, and the API then leaves it as it is. */
export function bodyOf(operation: string, ask: Texts, texts: Texts, before: Texts): object {
  return Object.fromEntries(
    fieldsOf(operation, ask).flatMap(([name, { isNullable, isRequired, isNumber }]) => {
      const raw = texts[name] ?? '';
      const text = isSecret(name) ? raw : raw.trim();
      const isOptional = isNullable && !isRequired;
      if (isOptional ? text === (before[name] ?? '') : text === '' && !isNullable) return [];
      return [[name, text === '' ? null : isNumber ? Number(text) : text]];
    }),
  );
}

const choiceTexts: Record<string, string> = { read: 'Can read', write: 'Can change data' };

/** The descriptions are of JSON. */
const plain = (text = '') => text.replaceAll('`null`', 'An empty field').replaceAll('`', '');

export function OperationField({
  name,
  field: { type, isRequired, isNullable, isNumber, text, start, choices = [], minimum, maximum, maxLength },
  label,
  before,
  value,
  change,
  error,
}: {
  name: string;
  field: Field;
  label: string;
  before: string;
  value: string;
  change: (value: string) => void;
  error: string | undefined;
}) {
  // Choices in words need no description.
  const description = type === 'choice' && !isNumber ? undefined : plain(text);
  const shown = { label, description, value, error, required: isRequired && !isNullable };
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value);
  if (name === 'reason') return <Textarea {...shown} maxLength={maxLength ?? 500} onChange={onChange} />;
  if (type === 'number')
    return (
      <NumberInput
        {...shown}
        hideControls
        allowDecimal={false}
        {...(minimum !== undefined && { min: minimum })}
        {...(maximum !== undefined && { max: maximum })}
        onChange={(number) => change(String(number))}
      />
    );
  if (type === 'choice')
    return (
      <NativeSelect
        {...shown}
        onChange={onChange}
        data={[
          ...(before === '' && start === undefined ? [{ value: '', label: 'As it is' }] : []),
          ...choices.map((choice) => ({
            value: String(choice),
            label: choiceTexts[choice] ?? readable(String(choice)),
          })),
        ]}
      />
    );
  if (isSecret(name))
    return (
      <PasswordInput
        {...shown}
        autoComplete={name.startsWith('current') ? 'current-password' : 'new-password'}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      {...shown}
      type={type === 'date' ? 'date' : name.endsWith('email') ? 'email' : 'text'}
      autoComplete="off"
      {...(maxLength && { maxLength })}
      onChange={onChange}
    />
  );
}
