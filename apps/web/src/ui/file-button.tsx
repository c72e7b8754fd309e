import { FileButton as MantineFileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/**
 * Chooses files. A browser tells of a choice only when it is another one than before: so it is
 * forgotten at once, and the same file can be chosen again after it was cancelled, or failed.
 */
export function FileButton<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  const { onChange } = props;
  const reset = useRef<() => void>(null);
  return (
    <MantineFileButton<Multiple>
      {...props}
      resetRef={reset}
      onChange={(chosen) => {
        reset.current?.();
        onChange(chosen);
      }}
    />
  );
}
