// Times as the reader's clock has them.

const words = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  dateStyle: "medium",
  timeStyle: "short",
});
for (const node of document.querySelectorAll("time[data-local]")) {
  if (node instanceof HTMLTimeElement) node.textContent = words.format(new Date(node.dateTime));
}
