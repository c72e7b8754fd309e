import { json } from '@codemirror/lang-json';
import { codeFolding, foldGutter } from '@codemirror/language';
import { ReadOnlyCode } from '#platform/code-editor/read-only-code.tsx';

type JsonTextProps = { text: string; label: string; className?: string | undefined };

const extensions = [json(), codeFolding(), foldGutter()];

/** JSON to read: coloured, its objects and lists can be folded; only the lines in sight are drawn. */
export default function JsonText(props: JsonTextProps) {
  return <ReadOnlyCode {...props} extensions={extensions} />;
}
