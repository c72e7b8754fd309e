/** NAV-6: an empty page, to see the shell alone. */
export default function VoidPage() {
  return null;
}
