import type { EditorProps } from './editor-props.ts';

/** What every field of text is told. */
export function fieldProps(props: EditorProps) {
  const { label, placeholder, isInvalid, isReadOnly, hasFocus, describedBy } = props;
  return {
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    error: isInvalid,
    placeholder,
    readOnly: isReadOnly,
    autoFocus: hasFocus,
    'data-autofocus': hasFocus || undefined,
    spellCheck: false,
    autoComplete: 'off',
  };
}
