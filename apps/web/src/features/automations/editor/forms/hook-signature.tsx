import { useTranslation } from 'react-i18next';
import { CodeBox } from '#ui/code-box.tsx';
import classes from './forms.module.css';

/** How who calls a webhook signs the call, as words and as a command to try it with. */
export function HookSignature({ url }: { url: string }) {
  const { t } = useTranslation('editor');
  return (
    <>
      <p className={classes.hint}>{t('hook.signature')}</p>
      <CodeBox label={t('hook.signed')} text={signedCall(url)} />
      <p className={classes.hint}>{t('hook.vouches')}</p>
    </>
  );
}

function signedCall(url: string): string {
  return [
    `SECRET='…' BODY='{"name": "Ada"}' T=$(date +%s)`,
    `HEX=$(printf %s "$T.$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    `curl '${url}' -H 'content-type: application/json' \\`,
    `  -H "X-Signature: t=$T,v1=$HEX" -d "$BODY"`,
  ].join('\n');
}
