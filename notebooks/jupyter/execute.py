"""Executes a notebook: reads it from the standard input, writes it with its outputs to the standard output.

The Deno kernel may announce the end of a cell before the last outputs of it, and nbconvert then loses them. So a marker
is printed and returned after each cell: outputs are sent in order, and once the marker is here, those of the cell are.
"""

import queue
import sys

import nbformat
from jupyter_client.manager import start_new_kernel

MARKER = "end of the outputs"
PATIENCE = 300  # seconds without a message
OUTPUTS = ("execute_result", "display_data", "stream", "error")


def receive(manager, client):
    for _ in range(PATIENCE):
        try:
            return client.get_iopub_msg(timeout=1)
        except queue.Empty:
            if not manager.is_alive():
                sys.exit("the kernel has died; run npm ci, and see what it says above")
    sys.exit(f"the kernel has been silent for {PATIENCE} s; interrupt it, or give it less to do")


def execute(manager, client, code):
    """Outputs of some code, those that come late included. A late one may name the marker as its parent: order counts."""
    client.execute(code)
    client.execute(f'console.log("{MARKER}"); "{MARKER}"')
    outputs = []
    waiting = {"stream", "execute_result"}
    while waiting:
        message = receive(manager, client)
        kind, content = message["msg_type"], message["content"]
        if kind not in OUTPUTS:
            continue
        output = nbformat.v4.output_from_msg(message)
        if kind == "stream" and MARKER in content["text"]:
            waiting.discard(kind)
            output.text = output.text.replace(f"{MARKER}\n", "")
        elif kind == "execute_result" and MARKER in content["data"]["text/plain"]:
            waiting.discard(kind)
            continue
        add(outputs, output)
        if kind == "error":  # the kernel drops what is queued behind an error
            return outputs, True
    return outputs, False


def add(outputs, output):
    """Text that was printed in several pieces is one output, as in JupyterLab."""
    if output.output_type == "stream" and output.text == "":
        return
    last = outputs[-1] if outputs else None
    if last and output.output_type == last.output_type == "stream" and last.name == output.name:
        last.text += output.text
    else:
        outputs.append(output)


def main():
    notebook = nbformat.read(sys.stdin, as_version=4)
    manager, client = start_new_kernel(kernel_name=notebook.metadata.kernelspec.name)
    try:
        count = 0
        for cell in notebook.cells:
            if cell.cell_type != "code":
                continue
            count += 1
            cell.execution_count = count
            cell.outputs, failed = execute(manager, client, cell.source)
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = count
            if failed:
                error = cell.outputs[-1]
                sys.exit(f"cell {cell.id}: {error.ename}: {error.evalue}")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    nbformat.write(notebook, sys.stdout)


main()
