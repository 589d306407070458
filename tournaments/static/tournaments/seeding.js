// Seeds are dragged into their order; the numbers follow, and are what is sent.

const list = document.querySelector("[data-seeds]");

if (list) {
  let dragged = null;
  for (const item of list.children) item.draggable = true;
  list.addEventListener("dragstart", event => { dragged = event.target.closest("li"); });
  list.addEventListener("dragover", event => {
    const over = event.target.closest("li");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const after = event.clientY > over.getBoundingClientRect().top + over.offsetHeight / 2;
    list.insertBefore(dragged, after ? over.nextSibling : over);
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    [...list.children].forEach((item, number) => { item.querySelector("input").value = number + 1; });
  });
}
