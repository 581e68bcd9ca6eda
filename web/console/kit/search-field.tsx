import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

export function SearchField({
  label,
  placeholder,
  value,
  change,
}: {
  label: string;
  placeholder: string;
  value: string;
  change: (value: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  // The typed text remains unless the address changed.
  useEffect(() => {
    if (value !== applied.current) setText(value);
    applied.current = value;
  }, [value]);
  const apply = useDebouncedCallback((typed: string) => {
    applied.current = typed;
    change(typed || undefined);
  }, 400);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={256}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        apply(typed.trim());
      }}
      style={{ flex: '1 1 216px', maxWidth: 260 }}
    />
  );
}
